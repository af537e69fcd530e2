import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { buttonClass } from '#ui/button.tsx'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
  wide?: boolean
  /** The element that gets the focus on opening; the first control by default. */
  focusFirst?: RefObject<HTMLElement | null>
  /** Gives the focus back on closing; to the control that opened the dialog by default. */
  returnFocus?: () => void
}

/** A labelled modal dialog that traps and restores focus; a sheet on a phone. */
export function Dialog({ open, onClose, title, description, children, wide = false, focusFirst, returnFocus }: Props) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // The second press of a double click falls beside the dialog that the first has opened.
        const isSecondPress = event instanceof MouseEvent && event.detail > 1
        if (!next && !isSecondPress) onClose()
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
          className={`appear fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-lg bg-surface p-5 shadow-overlay forced-colors:border sm:inset-auto sm:top-1/2 sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg ${wide ? 'sm:w-[min(52rem,94vw)]' : 'sm:w-[min(28rem,94vw)]'}`}
        >
          <div className="mb-4 pr-10">
            <Base.Title className="text-lg">{title}</Base.Title>
            {description ? <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description> : null}
          </div>
          {children}
          {/* Last, so that the focus begins with what the dialog is about. */}
          <Base.Close
            aria-label="Close"
            className={`${buttonClass('quiet', 'square')} absolute top-4 right-4 touch:top-2.5 touch:right-2.5`}
          >
            <X aria-hidden="true" className="size-4" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Stays in sight while a long dialog scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 z-10 -mx-5 mt-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {children}
    </div>
  )
}
