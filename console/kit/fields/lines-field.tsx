import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical, Plus, X } from 'lucide-react'
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type FieldValues, useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { areaClass, inputClass } from '#ui/field.tsx'
import { type Common, type FieldName, GroupFrame, useLabel } from './frame.tsx'
import { useField } from './use-field.ts'

/** What a list holds. */
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

interface ListProps<Values extends FieldValues, Name extends FieldName<Values>>
  extends Omit<Common<Values>, 'name' | 'required'> {
  name: NoInfer<Name>
  /** What the button adds: "question". */
  one: string
  /** The value of a new item. */
  blank: ItemOf<Values[Name]>
  /** The controls of one item. `path` is its name in the form. */
  children: (path: `${Name}.${number}`, index: number) => ReactNode
}

/** A list of items with controls of their own. Items are moved by dragging, or by the arrow keys on their handle. */
export function ListField<Values extends FieldValues = never, Name extends FieldName<Values> = never>(
  props: ListProps<Values, Name>,
) {
  const { name, label, hint, one, blank, children } = props
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, error } = useField<unknown[]>(name)
  const { fields, append, remove, move } = useFieldArray<FieldValues, string>({ name })
  return (
    <GroupFrame id={id} label={shown} hint={hint} error={error}>
      <Sortable ids={fields.map((field) => field.id)} onMove={move}>
        {fields.map((field, index) => (
          <Item key={field.id} id={field.id} label={`${one} ${index + 1}`} onRemove={() => remove(index)}>
            {children(`${name}.${index}`, index)}
          </Item>
        ))}
      </Sortable>
      <Button repeats className="justify-self-start" onClick={() => append(blank)}>
        <Plus aria-hidden="true" className="size-4" />
        Add {one}
      </Button>
    </GroupFrame>
  )
}

interface LinesProps<Values extends FieldValues> extends Omit<Common<Values>, 'required'> {
  /** What the button adds: "skill". */
  one: string
  /** Each item is a paragraph: Enter breaks its line. */
  tall?: boolean
}

/** A list of lines of text. Enter makes a new line, and a pasted text makes one for each of its lines. */
export function LinesField<Values extends FieldValues = never>({ name, label, hint, one, tall = false }: LinesProps<Values>) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, error } = useField<string[] | null>(name)
  const { formState } = useFormContext()
  const group = useRef<HTMLDivElement>(null)
  const lines = value ?? []
  // Lines have no ids of their own: a line that is moved takes its text along.
  const ids = lines.map((_, index) => `${id}-${index}`)
  const focus = (index: number) => {
    // Draws the change first: the next key is for the new line.
    flushSync(() => undefined)
    group.current?.querySelectorAll<HTMLElement>('input, textarea')[index]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Enter' && !tall) {
      event.preventDefault()
      set(lines.toSpliced(index + 1, 0, ''))
      focus(index + 1)
    } else if (event.key === 'Backspace' && lines[index] === '' && lines.length > 1) {
      event.preventDefault()
      set(lines.toSpliced(index, 1))
      focus(Math.max(0, index - 1))
    }
  }
  const onPaste = (event: ClipboardEvent, index: number) => {
    if (tall) return
    const pasted = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean)
    if (pasted.length < 2) return
    event.preventDefault()
    const own = lines[index] === '' ? [] : [lines[index] ?? '']
    set(lines.toSpliced(index, 1, ...own, ...pasted))
    focus(index + own.length + pasted.length - 1)
  }
  return (
    <GroupFrame id={id} label={shown} hint={hint} error={formState.isSubmitted ? error : undefined}>
      <div ref={group}>
        <Sortable ids={ids} onMove={(from, to) => set(arrayMove(lines, from, to))}>
          {lines.map((line, index) => (
            <Item
              key={ids[index]}
              id={ids[index] ?? ''}
              label={`${one} ${index + 1}`}
              onRemove={() => set(lines.toSpliced(index, 1))}
              slim
            >
              <Line
                tall={tall}
                aria-label={`${shown}, ${one} ${index + 1}`}
                value={line}
                onChange={(event) => set(lines.with(index, event.target.value))}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPaste={(event) => onPaste(event, index)}
              />
            </Item>
          ))}
        </Sortable>
      </div>
      <Button
        repeats
        className="justify-self-start"
        onClick={() => {
          set([...lines, ''])
          focus(lines.length)
        }}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add {one}
      </Button>
    </GroupFrame>
  )
}

interface LineProps {
  'aria-label': string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
}

function Line({ tall, ...line }: LineProps & { tall: boolean }) {
  return tall ? <textarea {...line} rows={2} className={`${areaClass} min-h-16`} /> : <input {...line} className={inputClass} />
}

function Sortable({ ids, onMove, children }: { ids: string[]; onMove: (from: number, to: number) => void; children: ReactNode }) {
  const sensors = useSensors(
    // A few pixels, so that a press on the handle is not a drag yet.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id ?? ''))]
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to)
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className="grid gap-2">{children}</ul>
      </SortableContext>
    </DndContext>
  )
}

interface ItemProps {
  id: string
  label: string
  onRemove: () => void
  slim?: boolean
  children: ReactNode
}

function Item({ id, label, onRemove, slim = false, children }: ItemProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex items-start gap-1 ${slim ? '' : 'rounded-md border border-line p-3 max-sm:flex-wrap max-sm:justify-between max-sm:gap-y-2'} ${isDragging ? 'relative z-10 bg-surface shadow-lift' : ''}`}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        aria-label={`Move ${label}`}
        className="grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink touch:size-11"
      >
        <GripVertical aria-hidden="true" className="size-4" />
      </button>
      {slim ? null : <span className="flex-1 self-center text-xs text-muted first-letter:uppercase sm:hidden">{label}</span>}
      <div className={`grid min-w-0 flex-1 gap-3 ${slim ? '' : 'max-sm:order-last max-sm:basis-full'}`}>{children}</div>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink touch:size-11"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}
