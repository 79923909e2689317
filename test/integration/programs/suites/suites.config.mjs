export default {
  test: { include: ["{albums,photos}.vitest.mjs", process.env.BROKEN ? "broken.vitest.mjs" : ""] },
};
