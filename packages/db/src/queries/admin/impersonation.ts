import type { Db, Trx } from '../../open.ts'

/** Makes a session act as a dog. @returns the dog that it acted as before, or why it is refused. */
export async function impersonateDog(trx: Trx, sessionId: string, dogId: string) {
  const dog = await trx.selectFrom('dogs').select('user_id').where('id', '=', dogId).forShare().executeTakeFirst()
  if (!dog) return 'dog-not-found'
  if (dog.user_id === null) return 'unowned-dog'
  const before = await actsAs(trx, sessionId)
  await trx.updateTable('sessions').set({ impersonated_dog_id: dogId }).where('id', '=', sessionId).execute()
  return { before }
}

export const stopImpersonating = (db: Db, sessionId: string) =>
  db
    .updateTable('sessions')
    .set({ impersonated_dog_id: null })
    .where('id', '=', sessionId)
    .where('impersonated_dog_id', 'is not', null)
    .execute()

async function actsAs(trx: Trx, sessionId: string): Promise<string | null> {
  const session = await trx
    .selectFrom('sessions')
    .select('impersonated_dog_id')
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return session?.impersonated_dog_id ?? null
}
