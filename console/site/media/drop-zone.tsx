import { type DragEvent, type ReactNode, useRef, useState } from 'react'

/** Takes files that are dropped anywhere on its content, and says so while they are above it. */
export function DropZone({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  // Each part inside reports its own enter and leave.
  const depth = useRef(0)
  const move = (event: DragEvent, step: 1 | -1) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    depth.current += step
    setIsOver(depth.current > 0)
  }
  return (
    <div
      className="relative"
      onDragEnter={(event) => move(event, 1)}
      onDragLeave={(event) => move(event, -1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        depth.current = 0
        setIsOver(false)
        if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver ? (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/90 text-base font-semibold text-accent">
          Drop pictures to upload them
        </div>
      ) : null}
    </div>
  )
}
