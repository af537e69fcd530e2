import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'

/**
 * Runs `act` with this process, which sends the load, on one processor and the servers on another. A server that shares a processor with its
 * load needs up to twice the time for a request, and Linux leaves two processes where they met. Does nothing without `taskset` or a second
 * processor.
 */
export async function separate<Value>(servers: readonly number[], act: () => Promise<Value>): Promise<Value> {
  const all = cpus().length
  if (all < 2) return act()
  const places = [{ pid: process.pid, on: '0' }, ...servers.map((pid) => ({ pid, on: '1' }))]
  for (const { pid, on } of places) place(pid, on)
  try {
    return await act()
  } finally {
    for (const { pid } of places) place(pid, `0-${all - 1}`)
  }
}

function place(pid: number, processors: string): void {
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)], { stdio: 'ignore' })
  } catch {
    // Only Linux has it.
  }
}
