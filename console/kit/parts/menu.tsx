import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

export const popupClass =
  'appear z-50 min-w-44 overflow-y-auto rounded-md border border-line bg-surface p-1 text-sm text-ink shadow-lift outline-none max-h-[var(--available-height)]'
export const itemClass =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-sm px-2 py-1 text-left outline-none select-none touch:min-h-11 data-highlighted:bg-sunken data-disabled:text-muted'

/** A menu of acts. `trigger` is its button. */
export function Menu({
  trigger,
  children,
  align = 'end',
  focusAfter,
}: {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  /** The element that gets the focus on closing; the trigger by default. */
  focusAfter?: ComponentProps<typeof Base.Popup>['finalFocus']
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup finalFocus={focusAfter} className={popupClass}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuItem({
  onClick,
  children,
  disabled = false,
}: {
  onClick: () => void
  children: ReactNode
  disabled?: boolean
}) {
  return (
    <Base.Item className={itemClass} onClick={onClick} disabled={disabled}>
      {children}
    </Base.Item>
  )
}

export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={onChange} closeOnClick={false} className={itemClass}>
      <span aria-hidden="true" className="grid size-4 place-items-center rounded-[3px] border border-edge">
        {checked ? <Check className="size-3" strokeWidth={3} /> : null}
      </span>
      {children}
    </Base.CheckboxItem>
  )
}

/** Items with a name above them. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-2 pb-1 text-xs font-semibold text-muted">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuLine() {
  return <Base.Separator className="my-1 h-px bg-line" />
}
