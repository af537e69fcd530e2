import fc from 'fast-check'
import { commands } from './draw-commands.ts'
import { comeToRest, expectNothingLost } from './expect-nothing-lost.ts'
import { openWorlds } from './open-world.ts'

/**
 * Sells in ways nobody thought of and checks after each that no money was lost. A failure ends it at once and names its seed
 * and path: `MODEL_SEED=… MODEL_PATH=…` repeats it and looks for a shorter sequence that fails too, which takes minutes.
 */
export async function runModel(given: { runs: number; seed: number }): Promise<void> {
  const openWorld = await openWorlds()
  const { MODEL_SEED, MODEL_PATH } = process.env
  const seed = MODEL_SEED ? Number(MODEL_SEED) : given.seed
  await fc.assert(
    fc.asyncProperty(commands, async (drawn) => {
      const world = await openWorld()
      await fc.asyncModelRun(() => ({ model: world.known, real: world }), drawn)
      await comeToRest(world)
      await expectNothingLost(world)
    }),
    { numRuns: given.runs, seed, ...(MODEL_PATH ? { path: MODEL_PATH } : { endOnFailure: true }) },
  )
}
