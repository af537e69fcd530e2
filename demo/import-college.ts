import { checkImport } from '#server/desk/imports/check-import.ts'
import { runImport } from '#server/desk/imports/run-import.ts'
import { after, type Happening, type Past } from './past.ts'

const students = [
  'Tejas Wagh',
  'Snehal Borkar',
  'Nikhil Ingle',
  'Pallavi Thakare',
  'Yash Deshpande',
  'Komal Meshram',
  'Rohit Dongre',
  'Ashwini Raut',
]

/** The batch that a college books for its students. */
const batch = 120

/** The office imports the list of a college. */
export function importCollege({ deps, staff, now }: Past): Happening[] {
  const lines = students.map((name) => `${name},${name.toLowerCase().replace(' ', '.')}@college.invalid,,${batch}`)
  const body = {
    file_name: 'vidarbha-college-autumn.csv',
    reason: 'The college pays for its eight students by one invoice of its own.',
    text: ['name,email,phone,batch', ...lines, ''].join('\r\n'),
  }
  return [
    {
      at: after(now, -12.4),
      async happen() {
        const checked = await checkImport(deps, staff.support, { body })
        await runImport(deps, staff.support, { id: checked.id, hash: checked.hash })
      },
    },
  ]
}
