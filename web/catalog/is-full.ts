import type { UpcomingBatch } from '#contract/catalog/catalog.ts'

/** Whether a batch that has not started has no seat left. It is shown, because seats may become free, but cannot be chosen. */
export function isFull(batch: UpcomingBatch): boolean {
  return !batch.can_enroll && batch.seats_left === 0 && batch.status.startsWith('Starts on')
}
