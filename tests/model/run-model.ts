import fc from 'fast-check'
import { commands } from './draw-commands.ts'
import { settleEverything, expectNothingLost } from './expect-nothing-lost.ts'
import { openWorlds } from './open-model-school.ts'

/**
 * Runs random sequences of actions and checks after each that no money was lost. A failure prints its seed and path;
 * `MODEL_SEED=… MODEL_PATH=…` repeats it and shrinks it to a shorter sequence, which takes minutes.
 */
export async function runModel(options: { runs: number; seed: number }): Promise<void> {
  const openModelSchool = await openWorlds()
  const { MODEL_SEED, MODEL_PATH } = process.env
  const seed = MODEL_SEED ? Number(MODEL_SEED) : options.seed
  await fc.assert(
    fc.asyncProperty(commands, async (drawn) => {
      const world = await openModelSchool()
      await fc.asyncModelRun(() => ({ model: world.known, real: world }), drawn)
      await settleEverything(world)
      await expectNothingLost(world)
    }),
    { numRuns: options.runs, seed, ...(MODEL_PATH ? { path: MODEL_PATH } : { endOnFailure: true }) },
  )
}
