import { isUnseen } from '@barkyard/db/queries/visibility'
import { AppError, notFound } from '../errors.ts'
import type { Services } from '../services.ts'

/** Why a message of a dog was not stored: a moderator hides the dog, or it has no such match. */
export const whyUnstored = async ({ db }: Services, senderDogId: string): Promise<AppError> =>
  (await isUnseen(db, senderDogId)) ? new AppError('dog-hidden') : notFound('Match')
