import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
  wide?: boolean
  /** When false, only the dialog's own buttons close it. */
  dismissible?: boolean
  /** The element that gets the focus on opening; the first control by default. */
  focusFirst?: RefObject<HTMLElement | null>
  /** Gives the focus back on closing; to the control that opened the dialog by default. */
  returnFocus?: () => void
}

/** A labelled modal dialog that traps and restores focus; a bottom sheet on a phone. */
export function Dialog(props: Props) {
  const { open, onClose, title, description, children, wide = false, dismissible = true, focusFirst, returnFocus } = props
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // The second press of a double click falls beside the dialog that the first has opened.
        const isSecondPress = event instanceof MouseEvent && event.detail > 1
        if (!next && dismissible && !isSecondPress) onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop appear" />
        <Base.Popup
          initialFocus={focusFirst}
          finalFocus={
            returnFocus &&
            (() => {
              returnFocus()
              return false
            })
          }
          className={`appear fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-lg bg-surface p-(--dialog-padding) shadow-lift forced-colors:border sm:inset-auto sm:top-1/2 sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg short:max-h-[98dvh] ${wide ? 'sm:w-[min(52rem,94vw)]' : 'sm:w-[min(var(--dialog),94vw)] sm:short:w-[min(52rem,96vw)]'}`}
        >
          <div className="mb-5 pr-10 short:mb-3">
            <Base.Title className="text-(length:--dialog-title) leading-snug">{title}</Base.Title>
            {description ? <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description> : null}
          </div>
          {children}
          {/* Last, so that the focus begins with what the dialog is about. */}
          {dismissible ? (
            <Base.Close
              aria-label="Close"
              className="absolute top-(--dialog-close) right-(--dialog-close) grid size-(--control) place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-4.5" />
            </Base.Close>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The buttons of a dialog, in sight while it scrolls. On a phone they fill the line, and the last one stands on top. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-(--dialog-padding) z-10 -mx-(--dialog-padding) mt-5 -mb-(--dialog-padding) flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-(--dialog-padding) max-sm:flex-wrap-reverse max-sm:*:flex-auto pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {children}
    </div>
  )
}
