import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { undoSeconds } from '#contract/rules.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { Key } from './badge.tsx'
import { useKeys } from './keys.ts'
import { Button, buttonClass } from '#ui/button.tsx'

const manager = Toast.createToastManager<{ undo?: () => Promise<unknown> }>()
/** Milliseconds: the time to take back an act or to read of a failure, and to read a message. */
const undoTime = undoSeconds * 1000
const readTime = 5000

/** Tells that something is done. With `undo` it can be taken back for ten seconds; its text, if any, is shown then. */
export function notify(title: string, undo?: () => Promise<unknown>): void {
  manager.add({ title, timeout: undo ? undoTime : readTime, data: undo ? { undo } : {} })
}

/** Tells that something failed, by its error or in words. It stays longer than a message. */
export function notifyFailure(error: unknown): void {
  manager.add({
    title: typeof error === 'string' ? error : errorText(error),
    type: 'error',
    timeout: undoTime,
    data: {},
  })
}

/** Shows the toasts. The shell has one. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        {/* On the left, because the actions of dialogs and of the save bar stand on the right. */}
        <Toast.Viewport className="fixed inset-x-4 bottom-20 z-60 flex flex-col items-center gap-2 sm:inset-x-auto sm:bottom-18 sm:left-6 sm:w-96 sm:items-stretch lg:left-64">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts, close } = Toast.useToastManager<{ undo?: () => Promise<unknown> }>()
  const takeBack = (id: string, undo: () => Promise<unknown>) => {
    close(id)
    return undo().then((text) => notify(typeof text === 'string' ? text : 'Undone.'), notifyFailure)
  }
  // The newest message comes first.
  const latest = toasts.find(({ data }) => data?.undo)
  const undoLatest = latest?.data?.undo
  useKeys(latest && undoLatest ? { z: () => void takeBack(latest.id, undoLatest) } : {})
  return toasts.map((toast) => {
    const undo = toast.data?.undo
    const Sign = toast.type === 'error' ? CircleAlert : CircleCheck
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className="appear w-full rounded-md border border-line bg-surface p-3 text-ink shadow-lift data-limited:hidden"
      >
        <Toast.Content className="flex items-center gap-2.5">
          <Sign aria-hidden="true" className={`size-4 shrink-0 ${toast.type === 'error' ? 'text-bad' : 'text-good'}`} />
          <Toast.Title className="min-w-0 flex-1 text-sm font-medium tracking-normal" />
          {undo ? (
            <Button aria-keyshortcuts={toast === latest ? 'Z' : undefined} onClick={() => takeBack(toast.id, undo)}>
              Undo
              {toast === latest ? <Key>Z</Key> : null}
            </Button>
          ) : null}
          {/* Base UI hides it from readers until the pointer spreads a pile. These messages are never piled up. */}
          <Toast.Close aria-label="Close" aria-hidden={false} className={buttonClass('quiet', 'square')}>
            <X aria-hidden="true" className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}
