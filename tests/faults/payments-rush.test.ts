import { test, vi } from 'vitest'
import { runRush } from './run-rush.ts'

vi.setConfig({ testTimeout: 300_000 })

test('two hundred pay at once for fifty seats: fifty are enrolled, the others get their money back once', () => runRush(1))
