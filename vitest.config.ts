import { configDefaults, defineConfig } from 'vitest/config'

const long = process.env.TEST_LONG === '1'

export default defineConfig({
  test: {
    environment: 'node',
    include: [long ? '**/*.long.test.{ts,tsx}' : '**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, 'build/**', '.data/**', 'tests/e2e/**', ...(long ? [] : ['**/*.long.test.{ts,tsx}'])],
    globalSetup: ['tests/build-templates.ts', 'tests/postgres/cluster.ts'],
    // Two cores, and PostgreSQL wants its share.
    maxWorkers: 2,
    testTimeout: long ? 600_000 : 30_000,
    hookTimeout: long ? 600_000 : 30_000,
    allowOnly: false,
    unstubEnvs: true,
    restoreMocks: true,
  },
})
