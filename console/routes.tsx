import { createElement, type ReactElement } from 'react'
import type { RouteObject } from 'react-router'
import type { Permission } from '#contract/permissions.ts'
import { ForRoles } from './for-roles.tsx'
import { Gate } from './gate.tsx'
import { type PageDestination, type ScreenDestination, sections } from './navigation.ts'
import type { ScreenPart } from '#console/kit/resource/screen.ts'
import { NotFound, RouteFailed } from './route-states.tsx'
import { Setup } from '#console/kit/shell/setup-page.tsx'

const destinations = sections.flatMap((section) => section.destinations)

/** The pages of one resource: its list with the panel beside it, and its editor. Each screen is a chunk of its own. */
function screenRoutes(destination: ScreenDestination | PageDestination): RouteObject[] {
  const { path, title, permission } = destination
  const forRoles = (page: ReactElement, needed: Permission = permission) => ({
    Component: () => (
      <ForRoles title={title} permission={needed}>
        {page}
      </ForRoles>
    ),
  })
  if ('loadPage' in destination) {
    return [
      {
        path: destination.hasTopics ? `${path}/:topic?` : path,
        lazy: async () => {
          const { Page } = await destination.loadPage()
          return forRoles(<Page />)
        },
      },
    ]
  }
  const { load, page } = destination
  const list = async () => {
    const [{ screen }, { ListPage }] = await Promise.all([load(), import('#console/kit/resource/list-page.tsx')])
    const List: ScreenPart = ({ screen }) => createElement(screen.List ?? ListPage, { screen })
    return forRoles(screen.draw(List))
  }
  const panel = async () => {
    const [{ screen }, { Panel }] = await Promise.all([load(), import('#console/kit/resource/panel.tsx')])
    return { Component: () => screen.draw(Panel) }
  }
  const own = async () => {
    const { Page } = await (page?.() ?? Promise.reject(new Error(`${path} has no page`)))
    return forRoles(<Page />)
  }
  const editor = async () => {
    const [{ screen }, { CreatePage, EditPage }] = await Promise.all([load(), import('#console/kit/resource/editor.tsx')])
    const write = screen.resource.permission.write ?? permission
    return { create: forRoles(screen.draw(CreatePage), write), edit: forRoles(screen.draw(EditPage), write) }
  }
  return [
    { path, lazy: list, children: page ? [] : [{ path: ':id', lazy: panel }] },
    ...(page ? [{ path: `${path}/:id`, lazy: own }] : []),
    { path: `${path}/new`, lazy: async () => (await editor()).create },
    { path: `${path}/:id/edit`, lazy: async () => (await editor()).edit },
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
    lazy: async () => ({ Component: (await import('#console/people/sign-in/invitation.tsx')).Invitation }),
    HydrateFallback: () => null,
  },
  {
    path: '/setup',
    ErrorBoundary: RouteFailed,
    lazy: async () => ({ Component: (await import('#console/people/sign-in/setup-link.tsx')).SetupLink }),
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
          { path: '/join/:id', lazy: async () => ({ Component: (await import('#console/classes/classroom/page.tsx')).Page }) },
          { path: '/account', lazy: async () => ({ Component: (await import('#console/people/account/account.tsx')).Account }) },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
]
