import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  children: ReactNode
  /** When false, only the dialog's own buttons close it. */
  dismissible?: boolean
  /** The element that gets the focus on opening; the first button by default. */
  focusFirst?: RefObject<HTMLElement | null>
}

/** A labelled modal dialog that traps and restores focus; a bottom sheet on a phone. */
export function Dialog({ open, onClose, title, description, children, dismissible = true, focusFirst }: Props) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      disablePointerDismissal={!dismissible}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-[rgb(10_14_17/0.55)]" />
        <Base.Popup
          initialFocus={focusFirst}
          className="fixed inset-x-0 bottom-0 z-50 forced-colors:border max-h-[92dvh] overflow-y-auto rounded-t-lg bg-surface p-6 shadow-lift sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(40rem,92vw)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:p-8 short:max-h-[98dvh] short:p-5 sm:short:w-[min(52rem,96vw)]"
        >
          <div className="mb-5 flex short:mb-3 items-start justify-between gap-6">
            <div>
              <Base.Title className="text-xl">{title}</Base.Title>
              {description ? <Base.Description className="mt-1.5 text-sm text-muted">{description}</Base.Description> : null}
            </div>
            {dismissible ? (
              <Base.Close
                aria-label="Close"
                className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </Base.Close>
            ) : null}
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
