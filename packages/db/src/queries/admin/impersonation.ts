import type { Db, Trx } from '../../open.ts'

/** Makes a session act as a dog. @returns the dog that it acted as before, or why it is refused. */
export async function impersonateDog(trx: Trx, sessionId: string, dogId: string) {
  const dog = await trx.selectFrom('dogs').select('user_id').where('id', '=', dogId).forShare().executeTakeFirst()
  if (!dog) return 'dog-not-found'
  if (dog.user_id === null) return 'unowned-dog'
  const session = await trx
    .selectFrom('sessions')
    .select('impersonated_dog_id')
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  await trx.updateTable('sessions').set({ impersonated_dog_id: dogId }).where('id', '=', sessionId).execute()
  return { before: session?.impersonated_dog_id ?? null }
}

export const stopImpersonating = (db: Db, sessionId: string) =>
  db
    .updateTable('sessions')
    .set({ impersonated_dog_id: null })
    .where('id', '=', sessionId)
    .where('impersonated_dog_id', 'is not', null)
    .execute()
