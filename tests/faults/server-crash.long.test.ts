import { test } from 'vitest'
import { killUnderLoad } from './kill-under-load.ts'

test('a server killed twenty times under load loses no acknowledged write', () => killUnderLoad(20))
