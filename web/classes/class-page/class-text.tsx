import { ClassWords } from '../class-words.tsx'

/** Words of staff about a class; nothing without any. */
export function ClassText({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <section className="prose-width mt-8">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-2 wrap-anywhere">
        <ClassWords text={text} />
      </p>
    </section>
  )
}
