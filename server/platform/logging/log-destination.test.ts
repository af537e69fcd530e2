import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLogDestination } from './log-destination.ts'

/** A line of a thousand bytes. */
const line = (number: number) => `${String(number).padEnd(999, '.')}\n`

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'karyashala-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function open(path: string, flags: number): number {
  const fd = openSync(path, flags)
  onTestFinished(() => closeSync(fd))
  return fd
}

test('writes lines in their order, also those of a flush', async () => {
  const path = join(makeFolder(), 'log')
  const log = openLogDestination(open(path, constants.O_WRONLY | constants.O_CREAT))
  const expected = Array.from({ length: 200 }, (_, number) => line(number)).join('')
  for (let number = 0; number < 100; number += 1) log.write(line(number))
  await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toBe(expected.slice(0, 100_000)))
  for (let number = 100; number < 200; number += 1) log.write(line(number))
  log.flushSync()
  await vi.waitFor(() => expect(readFileSync(path, 'utf8').split('\n').toSorted()).toEqual(expected.split('\n').toSorted()))
  expect([log.droppedLines(), log.failure()]).toEqual([0, undefined])
})

test('drops and counts lines while the disk is full [SEC-087]', async () => {
  const log = openLogDestination(open('/dev/full', constants.O_WRONLY))
  for (let number = 0; number < 1100; number += 1) log.write(line(number))
  await vi.waitFor(() => expect(log.failure()).toBe('ENOSPC'))
  // A million bytes wait.
  expect(log.droppedLines()).toBe(100)
  log.flushSync()
  expect(log.failure()).toBe('ENOSPC')
})

test('writes what waited once a closed pipe is read again', async () => {
  const path = join(makeFolder(), 'pipe')
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = open(path, constants.O_WRONLY | constants.O_NONBLOCK)
  closeSync(reader)
  const recoveries: number[] = []
  const log = openLogDestination(writer, (dropped) => recoveries.push(dropped))
  for (let number = 0; number < 1010; number += 1) log.write(line(number))
  await vi.waitFor(() => expect(log.failure()).toBe('EPIPE'))

  const again = open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const buffer = Buffer.alloc(100_000)
  let read = ''
  await vi.waitFor(
    () => {
      try {
        read += buffer.toString('utf8', 0, readSync(again, buffer))
      } catch {
        // Nothing to read yet.
      }
      expect(read.length).toBe(1_000_000)
    },
    { timeout: 30_000, interval: 10 },
  )
  expect(read).toBe(Array.from({ length: 1000 }, (_, number) => line(number)).join(''))
  expect([recoveries, log.failure()]).toEqual([[10], undefined])
})
