import type { RouteObject } from 'react-router'
import { Gate } from './gate.tsx'
import { type PageDestination, type ScreenDestination, sections } from './navigation.ts'
import { NotFound, RouteFailed } from './route-states.tsx'
import { Setup } from './shell/setup-page.tsx'

const destinations = sections.flatMap((section) => section.destinations)

/** The pages of one resource: its list with the panel beside it, and its editor. Each screen is a chunk of its own. */
function screenRoutes(destination: ScreenDestination | PageDestination): RouteObject[] {
  const { path } = destination
  if ('loadPage' in destination) return [{ path, lazy: async () => ({ Component: (await destination.loadPage()).Page }) }]
  const { load, page } = destination
  const list = async () => {
    const [{ screen }, { ListPage }] = await Promise.all([load(), import('./resource/list-page.tsx')])
    const { List = ListPage } = screen
    return { Component: () => <List screen={screen} /> }
  }
  const panel = async () => {
    const [{ screen }, { Panel }] = await Promise.all([load(), import('./resource/panel.tsx')])
    return { Component: () => <Panel screen={screen} /> }
  }
  const own = async () => {
    const [{ screen }, { Page }] = await Promise.all([load(), page?.() ?? Promise.reject(new Error(`${path} has no page`))])
    return { Component: () => <Page screen={screen} /> }
  }
  const editor = async () => {
    const [{ screen }, { CreatePage, EditPage }] = await Promise.all([load(), import('./resource/editor.tsx')])
    return { create: () => <CreatePage screen={screen} />, edit: () => <EditPage screen={screen} /> }
  }
  return [
    { path, lazy: list, children: page ? [] : [{ path: ':id', lazy: panel }] },
    ...(page ? [{ path: `${path}/:id`, lazy: own }] : []),
    { path: `${path}/new`, lazy: async () => ({ Component: (await editor()).create }) },
    { path: `${path}/:id/edit`, lazy: async () => ({ Component: (await editor()).edit }) },
  ]
}

/** The steps of a new school, else Today. */
function Home() {
  return <Setup first="/today" />
}

export const routes: RouteObject[] = [
  {
    path: '/invitation',
    ErrorBoundary: RouteFailed,
    lazy: async () => ({ Component: (await import('./sign-in/invitation.tsx')).Invitation }),
    HydrateFallback: () => null,
  },
  {
    path: '/',
    Component: Gate,
    ErrorBoundary: RouteFailed,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: RouteFailed,
        children: [
          { index: true, Component: Home },
          ...destinations.flatMap(screenRoutes),
          { path: '/join/:id', lazy: async () => ({ Component: (await import('./classroom/page.tsx')).Page }) },
          { path: '/account', lazy: async () => ({ Component: (await import('./account/account.tsx')).Account }) },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
]
