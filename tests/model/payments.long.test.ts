import { test, vi } from 'vitest'
import { runModel } from './run-model.ts'

vi.setConfig({ testTimeout: 1_800_000 })

test('five hundred sequences of sales, faults and crashes lose no money', () => runModel({ runs: 500, seed: 20_261_122 }))
