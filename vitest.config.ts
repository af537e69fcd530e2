import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { environment: 'node', exclude: ['node_modules/**', 'build/**', 'tests/e2e/**', '**/*.long.test.ts'] } })
