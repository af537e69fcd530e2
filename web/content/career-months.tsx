const months = [
  {
    title: 'Foundations',
    text: 'The language, the tools and the habits: version control, tests, reading errors. Small exercises, each reviewed.',
    leaves: 'A repository that somebody else can open and run',
  },
  {
    title: 'Your own project',
    text: 'You start the project of your program. It has users, data to protect and a deadline.',
    leaves: 'A first version that runs in public',
  },
  {
    title: 'When it breaks',
    text: 'You test load, failures, security and cost. You fix what breaks and write down your decisions.',
    leaves: 'A project that you can defend, line by line',
  },
  {
    title: 'Towards work',
    text: 'CV and portfolio review, practice interviews on your own code, and introductions where you fit.',
    leaves: 'Applications that you chose, with answers you trust',
  },
] as const

/** The months of a program, each with its result. */
export function CareerMonths() {
  return (
    <ol>
      {months.map((month, index) => (
        <li
          key={month.title}
          className="grid gap-x-10 gap-y-3 border-t border-line py-7 md:grid-cols-[7rem_1fr_18rem] lg:grid-cols-[10rem_1fr_22rem]"
        >
          <p className="figures text-lg font-bold text-signal">Month {index + 1}</p>
          <div>
            <h3 className="text-xl">{month.title}</h3>
            <p className="prose-width mt-2 text-muted">{month.text}</p>
          </div>
          <p className="text-sm md:border-l md:border-line md:pl-6">
            <span className="block text-muted">You finish with</span>
            <span className="font-semibold">{month.leaves}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}
