import { afterAll } from 'vitest';
import { judge } from './github/judge.ts';

afterAll(judge);
