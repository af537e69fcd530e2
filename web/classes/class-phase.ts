import type { LiveClass } from '#contract/classes.ts'

/** `open`: one can join and it has not begun. */
export type Phase = 'ahead' | 'open' | 'running' | 'over'

export function phaseOf(one: LiveClass, now: number): Phase {
  if (now >= Date.parse(one.ends_at)) return 'over'
  if (now >= Date.parse(one.starts_at)) return 'running'
  return now >= Date.parse(one.opens_at) ? 'open' : 'ahead'
}

/** What is left until `instant`, never below zero; a begun second still counts, so that 0 means it is there. */
export function timeLeft(instant: string, now: number): { days: number; hours: number; minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}
