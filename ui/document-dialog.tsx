import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface Props {
  /** The id that `opensDialog` names. */
  id: string
  title: string
  description: string
  children: ReactNode
}

/** A modal dialog that stands in the document, so that the browser opens and closes it before any script has arrived. */
export function DocumentDialog({ id, title, description, children }: Props) {
  const label = useId()
  return (
    <dialog
      id={id}
      aria-labelledby={`${label}title`}
      aria-describedby={`${label}description`}
      closedby="any"
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92dvh] w-full max-w-none overflow-y-auto overscroll-contain rounded-t-lg bg-surface p-6 text-ink shadow-lift backdrop:bg-[rgb(10_14_17/0.55)] forced-colors:border sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(40rem,92vw)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:p-8 short:max-h-[98dvh] short:p-5 sm:short:w-[min(52rem,96vw)]"
    >
      <div className="mb-5 flex items-start justify-between gap-6 short:mb-3">
        <div>
          <h2 id={`${label}title`} className="text-xl">
            {title}
          </h2>
          <p id={`${label}description`} className="mt-1.5 text-sm text-muted">
            {description}
          </p>
        </div>
        <button
          type="button"
          aria-label="Close"
          {...closesDialog(id)}
          className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      {children}
    </dialog>
  )
}

/** The attributes of a button that opens a dialog of the document. `web/run-commands.ts` stands in for older browsers. */
export const opensDialog = (id: string) => ({ 'aria-haspopup': 'dialog', command: 'show-modal', commandfor: id }) as const

/** The attributes of a button that closes a dialog of the document. */
export const closesDialog = (id: string) => ({ command: 'close', commandfor: id }) as const

/** Opens a dialog of the document that is not open yet. */
export function openDialog(id: string): void {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
}
