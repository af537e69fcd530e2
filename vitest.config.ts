import { configDefaults, defineConfig } from 'vitest/config'
import { cacheCompiled } from './tests/runner/cache-compiled.ts'
import { isolated } from './tests/runner/isolated.ts'
import { SlowFirst } from './tests/runner/slow-first.ts'

cacheCompiled()
const long = process.env.TEST_LONG === '1'
const include = [long ? '**/*.long.test.{ts,tsx}' : '**/*.test.{ts,tsx}']
const exclude = [...configDefaults.exclude, 'build/**', '.data/**', 'tests/e2e/**', ...(long ? [] : ['**/*.long.test.{ts,tsx}'])]

const common = {
  setupFiles: ['tests/runner/restore-clock.ts', 'tests/runner/reverse-unordered-rows.ts', 'tests/runner/patient-waits.ts'],
  // The first test of a worker loads the application, its mails and documents.
  testTimeout: long ? 600_000 : 60_000,
  hookTimeout: long ? 600_000 : 60_000,
  // As long as tests/runner/patient-waits.ts.
  expect: { poll: { timeout: 30_000 } },
  allowOnly: false,
  unstubEnvs: true,
  unstubGlobals: true,
  restoreMocks: true,
}

export default defineConfig({
  test: {
    globalSetup: 'tests/runner/provide-parts.ts',
    // Two cores, and PostgreSQL wants its share. A third worker made tests of time limits fail on a busy machine.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      // One worker runs many files: the application, its mails and the driver are loaded and compiled once in it.
      { test: { ...common, name: 'shared', include, exclude: [...exclude, ...isolated], isolate: false } },
      // A worker for each file: these replace modules.
      { test: { ...common, name: 'isolated', include: long ? [] : [...isolated], exclude, isolate: true } },
    ],
  },
})
