// A page without anything of its own.
import { me } from "./ways.js";

me();
