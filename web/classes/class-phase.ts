import type { LiveClass } from '#contract/classes/classes.ts'

/** `open`: students can join, the class has not started. */
export type Phase = 'ahead' | 'open' | 'running' | 'over'

export function phaseOf(one: Pick<LiveClass, 'opens_at' | 'starts_at' | 'ends_at'>, now: number): Phase {
  if (now >= Date.parse(one.ends_at)) return 'over'
  if (now >= Date.parse(one.starts_at)) return 'running'
  return now >= Date.parse(one.opens_at) ? 'open' : 'ahead'
}

/** The time left until `instant`, never below zero. Seconds are rounded up, so that 0 means the instant is reached. */
export function timeLeft(instant: string, now: number): { days: number; hours: number; minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
