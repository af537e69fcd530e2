import { BookOpen, Building2, GraduationCap, History, Images, Users } from 'lucide-react'
import type { Destination } from './parts/navigation.ts'
import type { Screen } from './resource/screen.ts'

/** A destination that is the screen of a resource. */
export interface ScreenDestination extends Destination {
  load: () => Promise<{ screen: Screen }>
}

/** Every screen of a resource, in the order of the navigation. The one place that a new screen is added to. */
export const sections: readonly { title: string; destinations: readonly ScreenDestination[] }[] = [
  {
    title: 'Catalogue',
    destinations: [
      {
        path: '/courses',
        title: 'Courses',
        icon: BookOpen,
        permission: 'courses:read',
        key: 'k',
        create: { label: 'New course', permission: 'courses:write' },
        load: () => import('./courses/screen.tsx'),
      },
      {
        path: '/instructors',
        title: 'Instructors',
        icon: GraduationCap,
        permission: 'instructors:read',
        key: 'i',
        create: { label: 'New instructor', permission: 'instructors:write' },
        load: () => import('./instructors/screen.tsx'),
      },
      {
        path: '/media',
        title: 'Media',
        icon: Images,
        permission: 'media:read',
        key: 'm',
        load: () => import('./media/screen.tsx'),
      },
    ],
  },
  {
    title: 'Pages',
    destinations: [
      {
        path: '/companies',
        title: 'Companies',
        icon: Building2,
        permission: 'companies:read',
        key: 'c',
        create: { label: 'New company', permission: 'companies:write' },
        load: () => import('./companies/screen.tsx'),
      },
    ],
  },
  {
    title: 'School',
    destinations: [
      {
        path: '/staff',
        title: 'Staff',
        icon: Users,
        permission: 'staff:read',
        key: 's',
        create: { label: 'Invite a member of staff', permission: 'staff:write' },
        load: () => import('./staff/screen.tsx'),
      },
      {
        path: '/audit',
        title: 'Audit',
        icon: History,
        permission: 'audit:read',
        key: 'a',
        load: () => import('./audit/screen.tsx'),
      },
    ],
  },
]
