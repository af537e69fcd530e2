import { ArrowLeft, Pencil, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useAccess } from '#console/kit/api/access.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { useIsPhone } from '#console/kit/parts/use-media.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { Acts } from './acts.tsx'
import { useRecord } from './calls.ts'
import { labelOf, type RecordOf, type Resource, type ScreenOf } from './screen.ts'
import { isSame, Value } from './value.tsx'

/** One record beside the list. The address holds it, Escape closes it, and the focus goes back to its row. */
export function Panel<R extends Resource>({ screen }: { screen: ScreenOf<R> }) {
  const id = Number(useParams()['id'])
  const { data: record, error, isPending, refetch } = useRecord(screen.resource, id)
  const { may } = useAccess()
  const navigate = useNavigate()
  const location = useLocation()
  const isPhone = useIsPhone()
  const heading = useRef<HTMLHeadingElement>(null)
  const keepsFocus = (location.state as { keepFocus?: boolean } | null)?.keepFocus === true
  useTitle(record ? screen.nameOf(record) : screen.title)
  useEffect(() => {
    if (!keepsFocus) heading.current?.focus()
  }, [id, keepsFocus])

  const close = () => {
    const row = document.querySelector<HTMLElement>('a[data-row][aria-current]')
    void navigate({ pathname: screen.path, search: location.search })
    row?.focus()
  }
  useKeys({ Escape: close })
  const write = screen.resource.permission.write
  const canEdit = screen.Form && write !== undefined && may(write) && record && !screen.locked(record)
  return (
    <aside
      aria-label={record ? screen.nameOf(record) : screen.title}
      className="fixed inset-0 z-40 flex flex-col bg-canvas md:static md:w-[26rem] md:shrink-0 md:border-l md:border-line xl:w-[30rem]"
    >
      <header className="flex items-start justify-end gap-2 border-b border-line px-5 py-3 max-md:flex-wrap max-md:pt-2 md:pr-3">
        {isPhone ? (
          <Button variant="quiet" onClick={close} className="mr-auto -ml-3 px-2!">
            <ArrowLeft aria-hidden="true" className="size-4" />
            <span className="sr-only">Back to </span>
            {screen.title}
          </Button>
        ) : null}
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 pt-1 text-lg outline-none max-md:order-last max-md:basis-full">
          {record ? screen.nameOf(record) : ' '}
        </h2>
        {record ? <Acts screen={screen} record={record} onGone={close} /> : null}
        {canEdit ? (
          <ButtonLink to={`${screen.path}/${id}/edit`}>
            <Pencil aria-hidden="true" className="size-3.5" />
            Edit
          </ButtonLink>
        ) : null}
        {isPhone ? null : (
          <Button variant="quiet" size="square" aria-label="Close" onClick={close}>
            <X aria-hidden="true" className="size-4" />
          </Button>
        )}
      </header>
      {/* A person without a mouse scrolls it with the arrow keys. */}
      <div role="region" aria-label="Details" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {record ? (
          screen.Panel ? (
            <screen.Panel record={record} />
          ) : (
            <Details screen={screen} record={record} />
          )
        ) : isPending ? (
          <SkeletonLines lines={5} />
        ) : hasStatus(error, 404) ? (
          <Empty text={`This ${screen.one} does not exist, or it was removed.`}>
            <Button onClick={close}>Back to {screen.title}</Button>
          </Empty>
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </aside>
  )
}

/** The heading of the panel has said the name already. */
const isHeading = <R extends Resource>(screen: ScreenOf<R>, record: RecordOf<R>, name: string) =>
  name === screen.columns[0]?.name && isSame(record[name], screen.nameOf(record))

/** The labelled fields of a record. */
export function Details<R extends Resource>({ screen, record }: { screen: ScreenOf<R>; record: RecordOf<R> }) {
  return (
    <dl className="grid gap-4">
      {Object.keys(screen.labels)
        .filter((name) => name in record && !isHeading(screen, record, name))
        .map((name) => (
          <div key={name}>
            <dt className="text-xs font-semibold text-muted">{labelOf(screen, name)}</dt>
            <dd className="mt-0.5 text-base">{screen.show[name]?.(record[name]) ?? <Value value={record[name]} />}</dd>
          </div>
        ))}
    </dl>
  )
}
