const steps = [
  {
    when: 'The day before',
    title: 'You know what is coming',
    text: 'The problem of the next class and fifteen minutes of reading arrive in your room.',
  },
  {
    when: 'In class',
    title: 'You work, live',
    text: 'The instructor builds, stops, and asks. You try it on your own machine and say where it broke.',
  },
  {
    when: 'After class',
    title: 'Somebody reads your code',
    text: 'Your exercise is reviewed by a person, line by line, before the next class begins.',
  },
  {
    when: 'Whenever you need it',
    title: 'You watch it again',
    text: 'Each class is recorded. Missed one? It waits in your room with its notes.',
  },
] as const

/** The steps around a live class, in order. */
export function ClassWalkthrough() {
  return (
    <ol className="grid gap-x-8 gap-y-5 sm:max-lg:grid-cols-2 lg:gap-y-7">
      {steps.map((step) => (
        <li key={step.when} className="border-l-2 border-accent pl-4 lg:pl-5">
          <p className="text-xs font-semibold text-signal sm:text-sm">{step.when}</p>
          <h3 className="text-base sm:mt-1 sm:text-lg">{step.title}</h3>
          <p className="mt-1 text-sm text-muted sm:mt-2">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
