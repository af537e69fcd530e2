import { write, writeSync } from 'node:fs'

/** Bytes of lines that wait while nothing can be written. Later lines are dropped. */
const longestBacklog = 1_000_000
/** Bytes per write, so that a write to a pipe of a container's log is not split. */
const longestWrite = 16_384
const retryMs = 1000
const busyRetryMs = 100

export interface LogDestination {
  write(line: string): void
  /** Writes what waits before the process ends, as far as that works at once. */
  flushSync(): void
  /** Lines that were dropped since the process started. */
  droppedLines(): number
  /** The system's code of the error, such as `ENOSPC`, while lines can't be written. */
  failure(): string | undefined
}

/**
 * Writes lines to an open file, a pipe or a terminal. A full disk, a closed pipe or a read-only mount never ends the process:
 * lines wait, then they are dropped and counted, and a write is tried again each second. pino's own destination ends the
 * process at the first error, and its `flushSync` never returns on a full disk.
 * @param onRecovery called with the number of dropped lines when lines can be written again
 */
export function openLogDestination(fd: number, onRecovery: (dropped: number) => void = () => {}): LogDestination {
  const lines: string[] = []
  let waitingBytes = 0
  /** What a failed or partial write left. */
  let rest: Buffer | undefined
  let state: 'idle' | 'writing' | 'pausing' = 'idle'
  let pause: NodeJS.Timeout | undefined
  let failure: string | undefined
  let dropped = 0
  let droppedBefore = 0

  function takeNext(): Buffer | undefined {
    const taken = rest ?? takeLines(lines)
    rest = undefined
    return taken
  }

  function markWritten(buffer: Buffer, bytes: number): void {
    waitingBytes -= bytes
    if (bytes < buffer.length) rest = buffer.subarray(bytes)
    if (failure === undefined) return
    failure = undefined
    onRecovery(dropped - droppedBefore)
    droppedBefore = dropped
  }

  function writeNext(): void {
    const buffer = takeNext()
    state = buffer === undefined ? 'idle' : 'writing'
    if (buffer === undefined) return
    write(fd, buffer, (error, bytes) => {
      if (!error) {
        markWritten(buffer, bytes)
        return writeNext()
      }
      rest = buffer
      // A pipe that is read slowly is busy, not broken.
      const isBusy = error.code === 'EAGAIN'
      if (!isBusy) failure = error.code ?? error.message
      state = 'pausing'
      pause = setTimeout(writeNext, isBusy ? busyRetryMs : retryMs).unref()
    })
  }

  function flushSync(): void {
    clearTimeout(pause)
    try {
      for (let buffer = takeNext(); buffer !== undefined; buffer = takeNext()) {
        rest = buffer
        const bytes = writeSync(fd, buffer)
        rest = undefined
        markWritten(buffer, bytes)
      }
    } catch (error) {
      failure = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    }
    if (state === 'pausing') state = 'idle'
  }

  process.once('exit', flushSync)
  return {
    write(line) {
      const bytes = Buffer.byteLength(line)
      if (waitingBytes + bytes > longestBacklog) {
        dropped += 1
        return
      }
      waitingBytes += bytes
      lines.push(line)
      if (state === 'idle') writeNext()
    },
    flushSync,
    droppedLines: () => dropped,
    failure: () => failure,
  }
}

/** Removes lines of at most `longestWrite` bytes, or one longer line. */
function takeLines(lines: string[]): Buffer | undefined {
  let bytes = 0
  let count = 0
  for (const line of lines) {
    bytes += Buffer.byteLength(line)
    if (count > 0 && bytes > longestWrite) break
    count += 1
  }
  return count === 0 ? undefined : Buffer.from(lines.splice(0, count).join(''))
}
