import {
  closestCenter,
  DndContext,
  type DragMoveEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import type { CurriculumSection } from '#contract/catalog/catalog.ts'
import type { CourseInput } from '#contract/catalog/staff/courses.ts'
import { GroupFrame, useLabel } from '#console/kit/fields/frame.tsx'
import { useField } from '#console/kit/fields/use-field.ts'
import { Button } from '#ui/button.tsx'
import { CurriculumLine, step } from './curriculum-line.tsx'
import {
  curriculumOf,
  dropped,
  endOf,
  type Line,
  linesOf,
  moved,
  newLine,
  pasted,
  shifted,
  without,
  withSibling,
} from './outline.ts'

/** The curriculum as an outline: modules, their parts and topics, and the weeks of each module. */
export function CurriculumField() {
  const label = useLabel({ name: 'curriculum' })
  const { id, error, lines, set } = useOutline()
  const { formState } = useFormContext()
  const list = useRef<HTMLUListElement>(null)
  /** The line whose controls the Tab key reaches, so that a long outline is one stop. */
  const [current, setCurrent] = useState<string | null>(null)
  const [dragged, setDragged] = useState<{ id: string; levels: number } | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const place = (line: string) => lines.findIndex((one) => one.id === line)
  const reach = current !== null && place(current) >= 0 ? current : lines[0]?.id
  const focus = (index: number) => {
    // Draws the change first: the next key is for the new line.
    flushSync(() => undefined)
    list.current?.querySelectorAll<HTMLInputElement>('input[data-line]')[index]?.focus()
  }
  /** Keeps the focus on a line, which React may have moved in the page. */
  const change = (next: readonly Line[], keep: string) => {
    if (next === lines) return
    set(next)
    focus(next.findIndex((one) => one.id === keep))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, line: Line) => {
    const index = place(line.id)
    const act = keyOf(event)
    const acts: Record<string, () => void> = {
      Enter: () => {
        const next = withSibling(lines, index)
        set(next.lines)
        focus(next.at)
      },
      'Alt ArrowUp': () => change(moved(lines, index, -1), line.id),
      'Alt ArrowDown': () => change(moved(lines, index, 1), line.id),
      'Alt ArrowRight': () => change(shifted(lines, index, 1), line.id),
      'Alt ArrowLeft': () => change(shifted(lines, index, -1), line.id),
      ArrowUp: () => focus(Math.max(0, index - 1)),
      ArrowDown: () => focus(Math.min(lines.length - 1, index + 1)),
      ...(line.text === ''
        ? {
            Backspace: () => {
              set(without(lines, index))
              focus(Math.max(0, index - 1))
            },
          }
        : {}),
    }
    if (!acts[act]) return
    event.preventDefault()
    acts[act]()
  }

  const onDragMove = ({ active, delta }: DragMoveEvent) =>
    setDragged({ id: String(active.id), levels: Math.round(delta.x / step) })
  // What belongs to the dragged line goes along unseen.
  const from = dragged ? place(dragged.id) : -1
  const shown = from < 0 ? lines : lines.filter((_, index) => index <= from || index >= endOf(lines, from))
  const isBlank = formState.isSubmitted && lines.some(({ text }) => text.trim() === '')

  return (
    <GroupFrame
      id={id}
      label={label}
      error={isBlank ? 'Please write every line, or remove it.' : error}
      hint="Enter makes a new line. Alt and the arrow keys move a line: up, down, right into the line above, left out of it. A pasted outline keeps its levels."
    >
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragStart={({ active }) => setDragged({ id: String(active.id), levels: 0 })}
        onDragMove={onDragMove}
        onDragCancel={() => setDragged(null)}
        onDragEnd={({ active, over, delta }) => {
          setDragged(null)
          const line = lines[place(String(active.id))]
          if (!line || !over) return
          const next = dropped(lines, place(line.id), place(String(over.id)), line.level + Math.round(delta.x / step))
          set(next)
        }}
      >
        <SortableContext items={shown.map((line) => line.id)} strategy={verticalListSortingStrategy}>
          <ul ref={list} aria-label={label} className="grid gap-1">
            {shown.map((line) => (
              <CurriculumLine
                key={line.id}
                line={line}
                drift={dragged?.id === line.id ? dragged.levels : 0}
                isReached={line.id === reach}
                isInvalid={formState.isSubmitted && line.text.trim() === ''}
                onFocus={() => setCurrent(line.id)}
                onKeyDown={(event) => onKeyDown(event, line)}
                onText={(text) => set(lines.with(place(line.id), { ...line, text }))}
                onWeeks={(weeks) => set(lines.with(place(line.id), { ...line, weeks }))}
                onShift={(by) => change(shifted(lines, place(line.id), by), line.id)}
                onRemove={() => {
                  const index = place(line.id)
                  set(lines.toSpliced(index, endOf(lines, index) - index))
                  focus(Math.max(0, index - 1))
                }}
                onPaste={(event) => {
                  const text = event.clipboardData.getData('text')
                  if (text.trim().split(/\r?\n/).length < 2) return
                  event.preventDefault()
                  const next = pasted(lines, place(line.id), text)
                  set(next.lines)
                  focus(next.at)
                }}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <Button
        className="justify-self-start"
        onClick={() => {
          set([...lines, newLine(0)])
          focus(lines.length)
        }}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add module
      </Button>
    </GroupFrame>
  )
}

function keyOf({ key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent }: KeyboardEvent): string {
  // Enter may choose a word of an input method.
  if (ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return ''
  return altKey ? `Alt ${key}` : key
}

/** The outline behind the two fields of the form. It is made anew when the form is reset or a stale version comes in. */
function useOutline() {
  const curriculum = useField<CurriculumSection[] | null, CourseInput>('curriculum')
  const weeks = useField<number[] | null, CourseInput>('module_weeks')
  const stored = JSON.stringify([curriculum.value ?? [], weeks.value ?? []])
  const [outline, setOutline] = useState<{ stored: string; lines: readonly Line[] }>(() => ({
    stored,
    lines: linesOf(curriculum.value ?? [], weeks.value ?? []),
  }))
  let { lines } = outline
  if (outline.stored !== stored) {
    lines = linesOf(curriculum.value ?? [], weeks.value ?? [])
    setOutline({ stored, lines })
  }
  return {
    id: curriculum.id,
    error: curriculum.error ?? weeks.error,
    lines,
    set(next: readonly Line[]) {
      const values = curriculumOf(next)
      setOutline({ stored: JSON.stringify([values.curriculum, values.module_weeks]), lines: next })
      curriculum.set(values.curriculum)
      weeks.set(values.module_weeks)
    },
  }
}
