/** The cursor of the page that follows a full page; undefined where the page was the last one. */
export const cursorAfter = (page: readonly { id: string }[], limit: number): string | undefined =>
  page.length === limit ? page.at(-1)?.id : undefined
