import { test } from 'vitest'
import { killUnderLoad } from './kill-under-load.ts'

test('a server killed twenty times under load loses no acknowledged write and goes on with its mail', () => killUnderLoad(20))
