import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react'
import { type Retryable, retryable } from './retryable.ts'
import { Button, Spinner } from './button.tsx'
import { Notice } from './notice.tsx'

const lost = 'This part could not be loaded.'
const advice = 'Check your connection and try again.'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * Loads a part of a page from a separate chunk. When loading fails, the server-rendered markup and typed values stay, and
 * an error with a retry button appears beside them.
 */
export function lazyPart<Props extends object>(load: Load<Props>, waiting: ReactNode) {
  const late = retryable(load)
  const Part = lazy(late.value)
  // Memoised: a new render would make React discard server-rendered markup that is not hydrated yet.
  return memo(function LazyPart(props: Props) {
    return (
      <>
        <Suspense fallback={<Waiting late={late} shown={waiting} />}>
          <Part {...props} />
        </Suspense>
        <LoadFailed late={late} />
      </>
    )
  })
}

function Waiting({ late, shown }: { late: Retryable<unknown>; shown: ReactNode }) {
  return useFailed(late) ? null : shown
}

function LoadFailed({ late }: { late: Retryable<unknown> }) {
  if (!useFailed(late)) return null
  return (
    <div className="mt-4">
      <Notice tone="bad" title={lost}>
        <p>{advice}</p>
        <Button variant="secondary" className="mt-3" onClick={late.again}>
          Try Again
        </Button>
      </Notice>
    </div>
  )
}

/** Loads a dialog from a separate chunk. A loading dialog, which can be closed, is shown meanwhile. */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>) {
  const late = retryable(load)
  const Part = lazy(late.value)
  return function LazyDialog(props: Props) {
    return (
      <Suspense fallback={<LoadingDialog late={late} onClose={props.onClose} />}>
        <Part {...props} />
      </Suspense>
    )
  }
}

function LoadingDialog({ late, onClose }: { late: Retryable<unknown>; onClose: () => void }) {
  const failed = useFailed(late)
  const retry = useRef<HTMLButtonElement>(null)
  const opener = useRef<Element | null>(null)
  const giveBack = () => {
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const leave = useEffectEvent(() => {
    giveBack()
    onClose()
  })
  // Retries when the dialog is opened again after a failure.
  useEffect(() => late.again(), [late])
  useEffect(() => {
    if (!failed || !late.hasFailed()) return
    opener.current = document.activeElement
    retry.current?.focus()
  }, [failed, late])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && leave()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div
      role={failed ? 'alert' : 'status'}
      className={`${failed ? '' : 'late-part'} fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-lg border border-line bg-surface p-5 shadow-lift sm:bottom-8`}
    >
      {failed ? (
        <>
          <p className="font-semibold">{lost}</p>
          <p className="mt-1 text-sm text-muted">{advice}</p>
          <div className="mt-4 flex gap-3">
            <Button
              ref={retry}
              onClick={() => {
                giveBack()
                late.again()
              }}
            >
              Try Again
            </Button>
            <Button
              variant="secondary"
              onClick={() => {
                giveBack()
                onClose()
              }}
            >
              Close
            </Button>
          </div>
        </>
      ) : (
        <p className="flex items-center gap-3 font-semibold">
          <Spinner />
          Opening…
        </p>
      )}
    </div>
  )
}

const useFailed = (late: Retryable<unknown>): boolean => useSyncExternalStore(late.subscribe, late.hasFailed, () => false)
