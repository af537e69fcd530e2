import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { environment: 'node', globalSetup: 'tests/postgres/cluster.ts', exclude: ['node_modules/**', 'build/**', 'tests/e2e/**', '**/*.long.test.ts'] } })
