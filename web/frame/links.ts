import type { SchoolSettings } from '#contract/site/content.ts'

export interface NavigationData {
  site: SchoolSettings
  categories: string[]
  services: { id: number; title: string; summary: string }[]
  /** Whether the school has services besides these. */
  hasMoreServices: boolean
}

export const studentLinks = [
  { to: '/profile', label: 'Profile' },
  { to: '/enrolled-courses/', label: 'Enrolled Courses' },
  { to: '/my-payments', label: 'Payment History' },
] as const

export function categoryPath(category: string): string {
  return `/courses?category=${encodeURIComponent(category.toLowerCase())}`
}
