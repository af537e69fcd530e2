import { Pencil } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

interface Props {
  name: string
  /** Undefined when the field is read-only. */
  edit?: { label: string; onEdit: () => void } | undefined
  pencil?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** One row of the card. The height is the same with and without the edit button. */
export function ProfileRow({ name, edit, pencil, children }: Props) {
  return (
    <div className="grid min-h-20 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 py-3.5 sm:grid-cols-[12rem_1fr_auto]">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures col-start-1 min-h-6 min-w-0 font-semibold wrap-anywhere sm:col-start-2">{children}</dd>
      {edit ? (
        <dd className="col-start-2 row-span-2 row-start-1 -mr-2.5 sm:col-start-3 sm:row-span-1">
          <button
            ref={pencil}
            type="button"
            aria-label={edit.label}
            onClick={edit.onEdit}
            className="grid size-11 place-items-center rounded-md text-accent transition-colors hover:bg-accent-soft"
          >
            <Pencil aria-hidden="true" className="size-4.5" />
          </button>
        </dd>
      ) : null}
    </div>
  )
}
