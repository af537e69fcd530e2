import { Dialog as Drawer } from '@base-ui/react/dialog'
import { Menu as MenuIcon, Search, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate, useNavigation as useTransition } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#console/kit/parts/confirm.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { Brand } from '#console/kit/parts/brand.tsx'
import { useIsNarrow } from '#console/kit/parts/use-media.ts'
import { useKeptFocus } from './keep-focus.ts'
import { KeySheet } from './key-sheet.tsx'
import { Palette } from './palette.tsx'
import { addressOf } from '#console/kit/parts/navigation.ts'
import { Sidebar, useDestinations } from './sidebar.tsx'

/** The frame of every page: navigation, palette and keys. @param overlays what any page can open or start */
export function Shell({ children, overlays }: { children: ReactNode; overlays: ReactNode }) {
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null)
  const isNarrow = useIsNarrow()
  const navigate = useNavigate()
  const transition = useTransition()
  const destinations = useDestinations()
  const close = () => setOverlay(null)
  useKeptFocus()
  useKeys({
    '?': () => setOverlay('keys'),
    ...Object.fromEntries(
      destinations.flatMap((one) => (one.key ? [[`g ${one.key}`, () => void navigate(addressOf(one))]] : [])),
    ),
  })
  const sidebar = { onPalette: () => setOverlay('palette'), onKeys: () => setOverlay('keys') }
  return (
    <div className="flex h-dvh flex-col lg:flex-row">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      {isNarrow ? <TopBar {...sidebar} /> : <Sidebar {...sidebar} />}
      <main
        id="main"
        tabIndex={-1}
        aria-busy={transition.state === 'loading'}
        className="relative min-h-0 min-w-0 flex-1 outline-none"
      >
        {transition.state === 'loading' ? (
          <div className="delayed-part absolute inset-x-0 top-0 z-40 h-0.5 animate-pulse bg-accent" />
        ) : null}
        {children}
      </main>
      <Palette
        open={overlay === 'palette'}
        onOpen={() => setOverlay('palette')}
        onClose={close}
        onKeys={() => setOverlay('keys')}
      />
      <KeySheet open={overlay === 'keys'} onClose={close} />
      <ConfirmDialog />
      {overlays}
    </div>
  )
}

/** The bar of a narrow window. Its menu is a drawer with the same navigation. */
function TopBar({ onPalette, onKeys }: { onPalette: () => void; onKeys: () => void }) {
  const { pathname } = useLocation()
  // Open for one address: choosing a page closes the drawer.
  const [openAt, setOpenAt] = useState<string | null>(null)
  return (
    <header className="flex items-center gap-1 border-b border-line bg-sand px-2 py-1.5">
      <Drawer.Root open={openAt === pathname} onOpenChange={(open) => setOpenAt(open ? pathname : null)}>
        <Drawer.Trigger aria-label="Open menu" className={`${buttonClass('quiet', 'square')} size-11`}>
          <MenuIcon aria-hidden="true" className="size-5" />
        </Drawer.Trigger>
        <Drawer.Portal>
          <Drawer.Backdrop className="backdrop appear" />
          <Drawer.Popup className="appear fixed inset-y-0 left-0 z-50 w-72 bg-sand shadow-lift data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
            <Drawer.Title className="sr-only">Menu</Drawer.Title>
            <Drawer.Close
              aria-label="Close menu"
              className={`${buttonClass('quiet', 'square')} absolute top-2 right-2 z-10 size-11`}
            >
              <X aria-hidden="true" className="size-5" />
            </Drawer.Close>
            <Sidebar
              inDrawer
              onPalette={() => {
                setOpenAt(null)
                onPalette()
              }}
              onKeys={() => {
                setOpenAt(null)
                onKeys()
              }}
            />
          </Drawer.Popup>
        </Drawer.Portal>
      </Drawer.Root>
      <Brand className="flex-1" />
      <button type="button" aria-label="Search" onClick={onPalette} className={`${buttonClass('quiet', 'square')} size-11`}>
        <Search aria-hidden="true" className="size-5" />
      </button>
    </header>
  )
}
