/** Why the database cannot run, in one line for the person who started it. */
export class DatabaseProblem extends Error {}
