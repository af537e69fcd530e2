import { readFileSync } from 'node:fs'

/** Ticks a second of `/proc/PID/stat`. */
const ticks = 100

/** Returns the seconds of a processor that a process has used. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticks
}

/** Returns the memory of a process in megabytes. */
export function memoryMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
