/** Registers a table of tests by their titles. */
export function defineCases(title, cases) {
  describe(title, () => {
    for (const [name, body] of cases) it(name, body);
  });
}
