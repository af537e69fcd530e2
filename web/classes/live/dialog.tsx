import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** A window above the class, closed by Escape and by a press beside it. The focus returns to what opened it. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className="live-dialog" aria-labelledby="live-dialog-title" closedby="any" onClose={onClose}>
      <div className="live-dialog-head">
        <h2 id="live-dialog-title">{title}</h2>
        <button type="button" aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
