import { test, vi } from 'vitest'
import { runModel } from './run-model.ts'

vi.setConfig({ testTimeout: 1_800_000 })

test('part 3 of five hundred sequences loses no money', () => runModel({ runs: 125, seed: 20_261_124 }))
