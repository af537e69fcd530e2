import { test, vi } from 'vitest'
import { runRush } from './run-rush.ts'

vi.setConfig({ testTimeout: 300_000 })

test('two hundred concurrent payers get fifty seats, the others one refund', () => runRush(1))
