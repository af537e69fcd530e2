// Loads the demo content into the database of a new school.
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import { openDatabase, printFailure } from './reach-database.ts'

const refused = 'The school has content already, so the demo content was not loaded. Nothing has changed.'

try {
  const { db, close } = await openDatabase()
  try {
    if (!(await loadDemo(db, new Date()))) throw new Error(refused)
    console.log('The demo content is loaded. Change or archive it in the console.')
  } finally {
    await close()
  }
} catch (error) {
  printFailure(error)
}
