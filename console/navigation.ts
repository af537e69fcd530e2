import {
  BookOpen,
  Building2,
  CalendarDays,
  CalendarOff,
  FileText,
  FolderKanban,
  GraduationCap,
  HandCoins,
  Handshake,
  History,
  Inbox,
  Images,
  LibraryBig,
  MessageSquareText,
  Newspaper,
  Quote,
  Settings,
  Undo2,
  UserCheck,
  Users,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Destination } from './parts/navigation.ts'
import type { Screen } from './resource/screen.ts'

/** A destination that is the screen of a resource. */
export interface ScreenDestination extends Destination {
  load: () => Promise<{ screen: Screen }>
  /** The page of one record, where it needs more room than the panel beside the list. */
  page?: () => Promise<{ Page: ComponentType<{ screen: Screen }> }>
}

/** A destination of one page, such as the settings. */
export interface PageDestination extends Destination {
  loadPage: () => Promise<{ Page: ComponentType }>
}

/** Every screen of a resource, in the order of the navigation. The one place that a new screen is added to. */
export const sections: readonly { title: string; destinations: readonly (ScreenDestination | PageDestination)[] }[] = [
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
        path: '/batches',
        title: 'Batches',
        icon: CalendarDays,
        permission: 'batches:read',
        key: 'b',
        create: { label: 'New batch', permission: 'batches:write' },
        load: () => import('./batches/screen.tsx'),
        page: () => import('./batches/page.tsx'),
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
        path: '/holidays',
        title: 'Holidays',
        icon: CalendarOff,
        permission: 'holidays:read',
        key: 'h',
        create: { label: 'New holiday', permission: 'holidays:write' },
        load: () => import('./holidays/screen.tsx'),
      },
    ],
  },
  {
    title: 'People',
    destinations: [
      {
        path: '/leads',
        search: '?state=todo',
        title: 'Leads',
        icon: Inbox,
        permission: 'leads:read',
        key: 'e',
        create: { label: 'New lead', permission: 'leads:write' },
        load: () => import('./leads/screen.tsx'),
      },
      {
        path: '/reply-templates',
        title: 'Reply templates',
        icon: MessageSquareText,
        permission: 'leads:read',
        key: 'y',
        create: { label: 'New reply template', permission: 'leads:write' },
        load: () => import('./reply-templates/screen.tsx'),
      },
    ],
  },
  {
    title: 'Money',
    destinations: [
      {
        path: '/approvals',
        search: '?state=waiting&sort=asked_at',
        title: 'Approvals',
        icon: UserCheck,
        permission: 'approvals:read',
        key: 'q',
        Count: lazy(() => import('./approvals/waiting-count.tsx')),
        load: () => import('./approvals/screen.tsx'),
      },
      {
        path: '/offline-payments',
        title: 'Offline payments',
        icon: HandCoins,
        permission: 'payments:read',
        key: 'f',
        load: () => import('./offline-payments/screen.tsx'),
      },
      {
        path: '/refunds',
        title: 'Refunds',
        icon: Undo2,
        permission: 'payments:read',
        key: 'u',
        load: () => import('./refunds/screen.tsx'),
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
      {
        path: '/blogs',
        title: 'Blog',
        icon: Newspaper,
        permission: 'pages:read',
        key: 'w',
        create: { label: 'New article', permission: 'pages:write' },
        load: () => import('./blogs/screen.tsx'),
      },
      {
        path: '/services',
        title: 'Services',
        icon: Handshake,
        permission: 'pages:read',
        key: 'v',
        create: { label: 'New service', permission: 'pages:write' },
        load: async () => ({ screen: (await import('./utilities/screens.tsx')).serviceScreen }),
      },
      {
        path: '/resources',
        title: 'Resources',
        icon: LibraryBig,
        permission: 'pages:read',
        key: 'r',
        create: { label: 'New resource', permission: 'pages:write' },
        load: async () => ({ screen: (await import('./utilities/screens.tsx')).resourceScreen }),
      },
      {
        path: '/projects',
        title: 'Projects',
        icon: FolderKanban,
        permission: 'pages:read',
        key: 'p',
        create: { label: 'New project', permission: 'pages:write' },
        load: () => import('./projects/screen.tsx'),
      },
      {
        path: '/testimonials',
        title: 'Testimonials',
        icon: Quote,
        permission: 'pages:read',
        key: 't',
        create: { label: 'New testimonial', permission: 'pages:write' },
        load: () => import('./testimonials/screen.tsx'),
      },
      {
        path: '/policies',
        title: 'Policies',
        icon: FileText,
        permission: 'pages:read',
        key: 'l',
        load: () => import('./policies/screen.tsx'),
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
    title: 'School',
    destinations: [
      {
        path: '/settings',
        title: 'Settings',
        icon: Settings,
        permission: 'settings:read',
        key: 'o',
        loadPage: () => import('./settings/page.tsx'),
      },
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
