export default { test: { include: ["*.vitest.mjs"], testTimeout: 20_000 } };
