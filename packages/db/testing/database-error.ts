import pg from 'pg'

/** An error as PostgreSQL reports it. @param code SQLSTATE */
export const databaseError = (code: string): Error =>
  Object.assign(new pg.DatabaseError(`error ${code}`, 0, 'error'), { code })
