// A page for a campaign that is not there: what this device still has of it is shown, not lost.
import { $ } from "./dom.js";
import { orphaned } from "./untaken.js";
import { me } from "./ways.js";

me();
orphaned(location.pathname.split("/").pop(), $("untaken"));
