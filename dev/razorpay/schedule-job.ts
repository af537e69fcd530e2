import type { Sandbox } from './sandbox.ts'

export type JobKind = 'authorise_late' | 'expire_authorisation' | 'process_refund' | 'fail_refund'

/** Puts off a change to the sandbox's own time; it survives a restart. */
export function scheduleJob(sandbox: Sandbox, kind: JobKind, subject: string, afterMs: number): void {
  sandbox.store.run('INSERT INTO jobs (due_at, kind, subject) VALUES (?, ?, ?)', sandbox.clock.now() + afterMs, kind, subject)
}
